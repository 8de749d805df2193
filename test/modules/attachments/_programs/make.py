"""Writes documents with openpyxl and python-docx into the current folder."""

import datetime

import docx
import openpyxl
from docx.enum.style import WD_STYLE_TYPE
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.utils.datetime import CALENDAR_MAC_1904

book = openpyxl.Workbook()
sheet = book.active
day = datetime.date(2026, 3, 2)
moment = datetime.datetime(2026, 3, 2, 9, 5)
sheet.append([day, moment, moment.time(), datetime.timedelta(hours=36), True, 0.19, 1234.5, "Łódź"])
sheet["F1"].number_format = "0%"
sheet["G1"].number_format = '#,##0.00 "€"'
sheet["A1"].comment = Comment("Bitte prüfen", "Bert")
sheet.append([None, "a\nb", "契約", None, "x"])
book.create_sheet("Erste", 0).append(["zuerst"])
book.save("book.xlsx")

book = openpyxl.Workbook()
book.epoch = CALENDAR_MAC_1904
book.active.append([day])
book.save("book1904.xlsx")

book = openpyxl.Workbook()
sheet = book.active
codes = {"00000": 1234, '"INV-"0000': 42, "000-00-0000": 123456789, "[h]:mm": -0.5, '[>=100]"high";"low"': 50}
sheet.append(list(codes.values()))
for cell, code in zip(sheet[1], codes):
    cell.number_format = code
chart = BarChart()
chart.title = "Umsatz"
chart.add_data(Reference(sheet, min_col=1, min_row=1))
sheet.add_chart(chart, "A5")
book.save("codes.xlsx")

report = docx.Document()
hidden = report.styles.add_style("Hidden", WD_STYLE_TYPE.CHARACTER)
hidden.font.hidden = True
report.add_heading("Bericht", 1)
paragraph = report.add_paragraph("Der ")
paragraph.add_run("fette").bold = True
paragraph.add_run("unsichtbar", style=hidden)
paragraph.add_run(" Teil\tTab")
table = report.add_table(rows=2, cols=2)
for cell, text in zip([cell for row in table.rows for cell in row.cells], "ABCD"):
    cell.text = text
table.cell(1, 1).add_table(1, 1).cell(0, 0).text = "innen"
report.sections[0].header.paragraphs[0].text = "Kopf"
report.add_paragraph("一", style="List Number")
report.save("report.docx")

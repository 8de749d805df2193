#!/usr/bin/env bash
# Node 24.21.0, and 20.20.2 alike (ICU 78, CLDR 48): `maximumFractionDigits` of `Intl.NumberFormat` for a currency is what people write of late, not the
# minor unit of ISO 4217, by which banks and invoices count: none for HUF, COP, PKR, IDR and IQD (3 in ISO 4217). It changes with the version
# of ICU: a library that takes it for the currency's decimals refuses or rounds 12.50 HUF after an update. `Intl.supportedValuesOf('currency')`
# lacks CLF, UYW and other codes of ISO 4217. Chrome and iOS changed alike: https://github.com/sumup-oss/intl-js/pull/372.
# Seen: `HUF 0, COP 0, PKR 0, IDR 0, IQD 0, JPY 0, EUR 2, CLF false`, where ISO 4217 has 2, 2, 2, 2, 3, 0, 2, and CLF with 4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund node@24.21.0 >/dev/null
seen=$(node_modules/.bin/node -e "
const digits = (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
const told = ['HUF', 'COP', 'PKR', 'IDR', 'IQD', 'JPY', 'EUR'].map((code) => code + ' ' + digits(code))
console.log([...told, 'CLF ' + Intl.supportedValuesOf('currency').includes('CLF')].join(', '))")
echo "$seen"
[ "$seen" = 'HUF 0, COP 0, PKR 0, IDR 0, IQD 0, JPY 0, EUR 2, CLF false' ]

import type { Translations } from '../define/texts.ts'

/** Why a condition or a list of fields cannot be a policy. */
export const faultTranslations: Translations = {
  de: {
    "Rows of '{kind}' cannot be restricted": 'Zeilen von „{kind}“ lassen sich nicht einschränken',
    "Fields of '{kind}' cannot be restricted": 'Felder von „{kind}“ lassen sich nicht einschränken',
    'A policy has at most {most} comparisons': 'Eine Regel hat höchstens {most} Vergleiche',
    'A comparison needs a field and an operator': 'Ein Vergleich braucht ein Feld und einen Operator',
    "'{name}' cannot be compared with {value}; use valueField: me.id":
      '„{name}“ lässt sich nicht mit {value} vergleichen; verwenden Sie valueField: me.id',
    "'{name}' is unknown; values are compared with me.id, me.organizationId, me.roles and me.teams":
      '„{name}“ ist unbekannt; verglichen wird mit me.id, me.organizationId, me.roles und me.teams',
    'A policy cannot use the operator {operator}': 'Eine Regel kann den Operator {operator} nicht verwenden',
    "'{name}' is compared with a list of values": '„{name}“ wird mit einer Liste von Werten verglichen',
    "'{name}' is compared with values of one type": '„{name}“ wird mit Werten eines einzigen Typs verglichen',
    "'{name}' has no order; compare numbers and dates":
      '„{name}“ hat keine Reihenfolge; vergleichen Sie Zahlen und Tage',
    "'{name}' is named twice": '„{name}“ ist zweimal genannt',
    "'{name}' is not a text": '„{name}“ ist kein Text',
    "'{name}' is compared with a text": '„{name}“ wird mit einem Text verglichen',
    "'{name}' does not exist; a policy follows a relation one step: customer.ownerId":
      '„{name}“ gibt es nicht; eine Regel folgt einer Beziehung einen Schritt weit: customer.ownerId',
    "'{name}' is a row of the same kind": '„{name}“ ist eine Zeile derselben Art',
    "'{name}' is not a row of the tenant": '„{name}“ ist keine Zeile des Mandanten',
    "'{name}' cannot be compared": '„{name}“ lässt sich nicht vergleichen',
    "'{name}' is compared with an id": '„{name}“ wird mit einer Id verglichen',
    "'{name}' is compared with a text of at most {most} characters":
      '„{name}“ wird mit einem Text aus höchstens {most} Zeichen verglichen',
    "'{name}' is compared with an integer": '„{name}“ wird mit einer ganzen Zahl verglichen',
    "'{name}' is compared with a number": '„{name}“ wird mit einer Zahl verglichen',
    "'{name}' is compared with true or false": '„{name}“ wird mit wahr oder falsch verglichen',
    "'{name}' is compared with a date and time": '„{name}“ wird mit einem Datum samt Uhrzeit verglichen',
    "'{name}' is compared with a date: 2026-01-31": '„{name}“ wird mit einem Datum verglichen: 2026-01-31',
    "'{name}' is compared with a text, a number, or true or false":
      '„{name}“ wird mit einem Text, einer Zahl oder wahr oder falsch verglichen',
    "'{name}' is compared with a number of at most {most}":
      '„{name}“ wird mit einer Zahl von höchstens {most} verglichen',
  },
  es: {
    "Rows of '{kind}' cannot be restricted": 'Las filas de «{kind}» no se pueden restringir',
    "Fields of '{kind}' cannot be restricted": 'Los campos de «{kind}» no se pueden restringir',
    'A policy has at most {most} comparisons': 'Una política tiene como máximo {most} comparaciones',
    'A comparison needs a field and an operator': 'Una comparación necesita un campo y un operador',
    "'{name}' cannot be compared with {value}; use valueField: me.id":
      '«{name}» no se puede comparar con {value}; use valueField: me.id',
    "'{name}' is unknown; values are compared with me.id, me.organizationId, me.roles and me.teams":
      '«{name}» es desconocido; se compara con me.id, me.organizationId, me.roles y me.teams',
    'A policy cannot use the operator {operator}': 'Una política no puede usar el operador {operator}',
    "'{name}' is compared with a list of values": '«{name}» se compara con una lista de valores',
    "'{name}' is compared with values of one type": '«{name}» se compara con valores de un solo tipo',
    "'{name}' has no order; compare numbers and dates": '«{name}» no tiene orden; compare números y fechas',
    "'{name}' is named twice": '«{name}» aparece dos veces',
    "'{name}' is not a text": '«{name}» no es un texto',
    "'{name}' is compared with a text": '«{name}» se compara con un texto',
    "'{name}' does not exist; a policy follows a relation one step: customer.ownerId":
      '«{name}» no existe; una política sigue una relación un solo paso: customer.ownerId',
    "'{name}' is a row of the same kind": '«{name}» es una fila del mismo tipo',
    "'{name}' is not a row of the tenant": '«{name}» no es una fila del inquilino',
    "'{name}' cannot be compared": '«{name}» no se puede comparar',
    "'{name}' is compared with an id": '«{name}» se compara con un identificador',
    "'{name}' is compared with a text of at most {most} characters":
      '«{name}» se compara con un texto de {most} caracteres como máximo',
    "'{name}' is compared with an integer": '«{name}» se compara con un número entero',
    "'{name}' is compared with a number": '«{name}» se compara con un número',
    "'{name}' is compared with true or false": '«{name}» se compara con verdadero o falso',
    "'{name}' is compared with a date and time": '«{name}» se compara con una fecha y hora',
    "'{name}' is compared with a date: 2026-01-31": '«{name}» se compara con una fecha: 2026-01-31',
    "'{name}' is compared with a text, a number, or true or false":
      '«{name}» se compara con un texto, un número o verdadero o falso',
    "'{name}' is compared with a number of at most {most}": '«{name}» se compara con un número de {most} como máximo',
  },
  pl: {
    "Rows of '{kind}' cannot be restricted": 'Wierszy „{kind}” nie można ograniczyć',
    "Fields of '{kind}' cannot be restricted": 'Pól „{kind}” nie można ograniczyć',
    'A policy has at most {most} comparisons': 'Reguła może zawierać najwyżej {most} porównań',
    'A comparison needs a field and an operator': 'Porównanie wymaga pola i operatora',
    "'{name}' cannot be compared with {value}; use valueField: me.id":
      '„{name}” nie można porównać z {value}; użyj valueField: me.id',
    "'{name}' is unknown; values are compared with me.id, me.organizationId, me.roles and me.teams":
      '„{name}” jest nieznane; porównywać można z me.id, me.organizationId, me.roles i me.teams',
    'A policy cannot use the operator {operator}': 'Reguła nie może używać operatora {operator}',
    "'{name}' is compared with a list of values": '„{name}” porównuje się z listą wartości',
    "'{name}' is compared with values of one type": '„{name}” porównuje się z wartościami jednego typu',
    "'{name}' has no order; compare numbers and dates": '„{name}” nie ma kolejności; porównuj liczby i daty',
    "'{name}' is named twice": '„{name}” występuje dwa razy',
    "'{name}' is not a text": '„{name}” nie jest tekstem',
    "'{name}' is compared with a text": '„{name}” porównuje się z tekstem',
    "'{name}' does not exist; a policy follows a relation one step: customer.ownerId":
      '„{name}” nie istnieje; reguła podąża za relacją o jeden krok: customer.ownerId',
    "'{name}' is a row of the same kind": '„{name}” jest wierszem tego samego rodzaju',
    "'{name}' is not a row of the tenant": '„{name}” nie jest wierszem najemcy',
    "'{name}' cannot be compared": '„{name}” nie można porównać',
    "'{name}' is compared with an id": '„{name}” porównuje się z identyfikatorem',
    "'{name}' is compared with a text of at most {most} characters":
      '„{name}” porównuje się z tekstem o długości najwyżej {most} znaków',
    "'{name}' is compared with an integer": '„{name}” porównuje się z liczbą całkowitą',
    "'{name}' is compared with a number": '„{name}” porównuje się z liczbą',
    "'{name}' is compared with true or false": '„{name}” porównuje się z wartością prawda lub fałsz',
    "'{name}' is compared with a date and time": '„{name}” porównuje się z datą i godziną',
    "'{name}' is compared with a date: 2026-01-31": '„{name}” porównuje się z datą: 2026-01-31',
    "'{name}' is compared with a text, a number, or true or false":
      '„{name}” porównuje się z tekstem, liczbą albo wartością prawda lub fałsz',
    "'{name}' is compared with a number of at most {most}": '„{name}” porównuje się z liczbą nie większą niż {most}',
  },
}

// Money and quantities: exact amounts as text.
export { money, quantity } from '../data/query/amounts.ts'
export {
  addMoney,
  compareMoney,
  currencyDigits,
  fitsCurrency,
  formatMoney,
  formatQuantity,
  type Money,
  multiplyMoney,
  roundMoney,
  type Rounding,
  subtractMoney,
} from '../money.ts'

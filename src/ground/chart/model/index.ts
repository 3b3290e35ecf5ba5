export { getAccountNames } from './calls.ts'
export { type Account, AccountName, ChartAccount, statements } from './entities.ts'
export { accountsIn, type Chart, type Counted, chartFaults, chartOf } from './formula.ts'

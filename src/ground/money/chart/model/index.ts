export { getAccountNames } from './calls.ts'
export type { Account } from './entities.ts'
export { ChartAccount } from './entities.ts'
export { type Chart, type Counted, chartFaults, getChart } from './formula.ts'

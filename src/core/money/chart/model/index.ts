export { getAccountNames } from './calls.ts'
export type { Account } from './entities.ts'
export { ChartAccount } from './entities.ts'
export {
  buildChart,
  type Chart,
  type CountedAccount,
  findChartFaults,
} from './formula.ts'

export { getAccountNames } from './calls.ts'
export type { Account } from './entities.ts'
export { ChartAccount } from './entities.ts'
export {
  buildChart as getChart,
  type Chart,
  type CountedAccount as Counted,
  findChartFaults as chartFaults,
} from './formula.ts'

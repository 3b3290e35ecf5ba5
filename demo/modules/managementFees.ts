import { raiseAmount } from '#core/money/managementFees/model/fees.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'

const INVENTED_SOURCE = 'Demonstration'
/** The invented operating cost factors by which the maximum rises from year to year, in percent. */
const costFactors: readonly (readonly [year: number, percent: number])[] = [
  [2024, 5.2],
  [2025, 3.6],
  [2026, 3.3],
]
/** The invented maxima of earlier years, in dollars per occupied unit and month. */
const earlierMaxima: readonly (readonly [year: number, amount: number])[] = [
  [2019, 39.5],
  [2020, 40.5],
  [2021, 41.5],
  [2022, 43],
]

type FeeRow = {
  year: number
  management_fee_type_id: number
  amount: number | null
  percent: number | null
  ocaf_percent: number | null
  effective_date: string
  source: string
}

/**
 * Returns the maximum management fees of 2019 to 2026. The $45.00 of 2023 is the agency's published figure,
 * and the others are invented.
 */
function getFeeMaxima(): FeeRow[] {
  const buildRow = (
    year: number,
    type: number,
    value: Partial<FeeRow>,
    source = INVENTED_SOURCE,
  ): FeeRow => ({
    year,
    management_fee_type_id: type,
    amount: null,
    percent: null,
    ocaf_percent: null,
    effective_date: `${year}-01-01`,
    source,
    ...value,
  })
  const occupiedMaxima = [
    ...earlierMaxima.map(([year, amount]) => buildRow(year, 1, { amount })),
    buildRow(2023, 1, { amount: 45 }, 'Published by the agency'),
  ]
  const leaseUpMaxima = [buildRow(2023, 2, { amount: 20 })]
  for (const [year, ocaf_percent] of costFactors) {
    for (const maxima of [occupiedMaxima, leaseUpMaxima]) {
      const lastMaximum = maxima.at(-1)
      if (lastMaximum?.amount)
        maxima.push(
          buildRow(year, lastMaximum.management_fee_type_id, {
            amount: raiseAmount(lastMaximum.amount, ocaf_percent),
            ocaf_percent,
          }),
        )
    }
  }
  const percents = [2023, 2024, 2025, 2026].map((year) => buildRow(year, 3, { percent: 6 }))
  return [...occupiedMaxima, ...leaseUpMaxima, ...percents]
}

const feeColumns = {
  year: 'integer',
  management_fee_type_id: 'integer',
  amount: 'numeric',
  percent: 'numeric',
  ocaf_percent: 'numeric',
  effective_date: 'date',
  source: 'text',
}

/** Loads the maximum management fees. */
export default {
  load: ({ client }) => insertRows(client, 'management_fee_max', feeColumns, getFeeMaxima()),
} satisfies DemoPart

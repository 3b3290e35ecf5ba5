import { loadStatements, run, type Sides } from './comparisons.ts'
import { median } from './measure.ts'
import { amountLine, type Line } from './result.ts'
import { askOnce } from './wire.ts'

/**
 * The fiscal year that the bench fills up: every property has its statement, budget, request and quarter of
 * it.
 */
const YEAR = 2001

const MOST = 1.2
/**
 * The lists of the statements' subjects, as their screens ask for them; whole lists are a matter of
 * `reads.ts`.
 */
const lists = [
  { what: 'annual statements of a year', path: `/api/AFS/GetReviewListByYear/${YEAR}` },
  { what: 'budgets', path: '/api/Budget/GetPage' },
  { what: 'distribution requests of a year', path: `/api/DistributionRequest/GetReviewListByYear/${YEAR}` },
  { what: 'properties with their distributions', path: '/api/DistributionRequest/GetMultiNavList' },
  { what: 'TCAP quarters', path: '/api/TCAPQuarter/GetPage' },
]

/** Submissions lie days and hours apart, as real ones do. */
const submitted = `timestamptz '2026-01-02 12:00Z' + property_id * interval '97 minutes'`
const FILL = `
  insert into annual_statement (property_id, year, period_start, period_end, status_id, submitted, totals)
    select property_id, ${YEAR}, '${YEAR}-01-01', '${YEAR}-12-31', 2, ${submitted},
      '{"assets": 5000000, "liabilities": 4000000, "equity": 1000000, "revenue": 380000, "expenses": 240000, "netIncome": 140000}' from property
    on conflict do nothing;
  delete from budget;
  insert into budget (property_id, budget_year, status_id, submitted, totals)
    select property_id, ${YEAR}, 2, ${submitted}, '{"grossPotentialRent": 381600, "revenue": 366404, "expenses": 243930,
      "operatingIncome": 122474, "reserveDeposits": 14400, "debtService": 75600}' from property;
  insert into distribution_request (property_id, afs_id, year, status_id, submitted, amount_requested)
    select property_id, afs_id, ${YEAR}, 2, ${submitted}, 12000 from annual_statement where year = ${YEAR};
  insert into tcap_quarter (property_id, year, quarter, status_id, submitted)
    select property_id, ${YEAR}, 1, 2, ${submitted} from property;
  analyze annual_statement; analyze budget; analyze distribution_request; analyze tcap_quarter`

/** Lists of as many records as there are properties, or more. */
export async function compareYearLists(sides: Sides): Promise<Line[]> {
  await sides.world.owner.query(FILL)
  const token = await sides.world.token('agency.read')
  const lines: Line[] = []
  for (const { what, path } of lists) {
    const ask = { method: 'GET', path, token } as const
    const statements = await loadStatements(sides, ask)
    const comparison = {
      what: `list of ${what}`,
      most: MOST,
      how: `${path.replace('/api', '')}; the floor runs the same SQL`,
      count: 24,
      lanes: 4,
      rounds: 9,
      ours: () => ask,
      floor: () => ({ method: 'GET', path: '/list' }) as const,
    }
    lines.push(await run(sides, { list: { kind: 'read', statements } }, comparison))
  }
  return [...lines, await tieOuts(sides, token)]
}

const TIE_OUTS_MS = 50
const ROUNDS = 40

/** Every tie-out of the statement with the most lines, one request at a time. */
async function tieOuts({ world, portal }: Sides, token: string): Promise<Line> {
  const result = await world.owner.query<{ id: number }>(
    'select afs_id as id from annual_statement_line group by 1 order by count(*) desc, 1 limit 1',
  )
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startTime = performance.now()
    await askOnce(portal.port, { method: 'GET', path: `/api/AFS/GetTieOuts/${result.rows[0]!.id}`, token })
    times.push(performance.now() - startTime)
  }
  const how = `the whole request, of the statement with the most lines; median of ${ROUNDS}, worst ${Math.max(...times).toFixed(0)} ms`
  return amountLine('tie-outs of a full statement', TIE_OUTS_MS, median(times), 'ms', how)
}

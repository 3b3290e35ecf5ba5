import type { AnyContext } from '#kernel/server/serve.ts'
import { getSources } from '../../model/schedules/fromStatement.ts'
import type { Sources } from '../../model/schedules/index.ts'
import type { StatementRow } from '../../model/statements.ts'
import { loadAnnualStatementInputs } from '../inputs.ts'
import { loadScheduleFacts } from './facts.ts'

/**
 * Loads everything that the tie-outs of a statement compare and its schedules are prefilled from. Runs two
 * SQL statements.
 */
export async function loadAnnualStatementSources(context: AnyContext, row: StatementRow): Promise<Sources> {
  const inputs = await loadAnnualStatementInputs(context, row)
  const { rows, ...facts } = await loadScheduleFacts(context, row)
  return getSources(
    { ...inputs, ...row, ...rows },
    { ...inputs, ...facts, propertyId: row.propertyId, year: row.year },
  )
}

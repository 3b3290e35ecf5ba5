import type { TieOutResult } from '#engines/worksheet/model/index.ts'
import { readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { AFS } from '../model/entities.ts'
import { getAnnualStatementTies as tiesIn } from '../model/schedules/index.ts'
import { loadAnnualStatementSources } from './schedules/sources.ts'

/**
 * Returns the result of every tie-out of a statement, within the agency's tolerance. Runs three SQL
 * statements; not found (404) if the caller may not see the statement.
 */
export const loadAnnualStatementTies = async (context: AnyContext, afsId: number): Promise<TieOutResult[]> =>
  tiesIn(await loadAnnualStatementSources(context, await readRow(context, AFS, afsId)))

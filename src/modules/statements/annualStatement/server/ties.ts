import { readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Tied } from '#statement/model/index.ts'
import { AFS } from '../model/entities.ts'
import { getAnnualStatementTies as tiesIn } from '../model/schedules/index.ts'
import { loadAnnualStatementSources } from './schedules/sources.ts'

/**
 * Every tie-out of a statement as it came out, within the agency’s tolerance. Three statements; 404 out of
 * scope.
 */
export const loadAnnualStatementTies = async (context: AnyContext, afsId: number): Promise<Tied[]> =>
  tiesIn(await loadAnnualStatementSources(context, await readRow(context, AFS, afsId)))

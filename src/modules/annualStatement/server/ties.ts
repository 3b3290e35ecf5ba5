import type { AnyContext } from '#kernel/server/serve.ts'
import { type Tied, type TieOut, tied } from '#statement/model/index.ts'
import { statementSettings } from '../model/settings.ts'
import { balanceTie } from '../model/ties.ts'
import { type StatementFigures, statementFigures } from './figures.ts'

/** Tie-outs of a statement, made from its figures and whatever else its maker reads. A constant number of statements. */
export type TieSource = (context: AnyContext, found: StatementFigures) => Promise<readonly TieOut[]>

/** Everything that a statement must agree in; the schedules add theirs here. */
const sources: readonly TieSource[] = [async (_, { read }) => [balanceTie(read)]]

/** Every tie-out of a statement as it came out, within the agency's tolerance. */
export async function tiesOf(context: AnyContext, afsId: number): Promise<Tied[]> {
  const found = await statementFigures(context, afsId)
  const tolerance = await context.settings.get(statementSettings.tolerance)
  const figures = new Map(found.chart.accounts.map(({ code }) => [code, found.read(code)]))
  const ties: Tied[] = []
  for (const source of sources) for (const tie of await source(context, found)) ties.push(tied(tie, tolerance, figures))
  return ties
}

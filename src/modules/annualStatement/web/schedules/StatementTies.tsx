import type { Side, Tied } from '#statement/model/index.ts'
import { TieOuts } from '#statement/web/index.ts'
import { type Part, placeOf, tiesOf } from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { useTypedSources } from './useSources.ts'

/** Every tie-out of a statement as it is typed. */
export const useTies = (detail: Detail): Tied[] => tiesOf(useTypedSources(detail))

/** All tie-outs of a statement at once; `onGo` leads to an account of the page. */
export const StatementTies = ({ detail, onGo }: { detail: Detail; onGo: (code: string) => void }) => (
  <TieOuts ties={useTies(detail)} onGo={onGo} />
)

/** The tie-outs in which a schedule stands; its accounts are led to where they are entered. */
export function PartTies({ detail, part }: { detail: Detail; part: Part }) {
  const place = (side: Side): Side => {
    const { code, ...rest } = side
    return code ? { ...rest, to: placeOf(detail, /^[567]/.test(code) ? 'incomeAndExpense' : 'balanceSheet') } : side
  }
  const here = placeOf(detail, part)
  const ties = useTies(detail)
    .filter(({ left, right }) => left.to === here || right.to === here)
    .map((tie) => ({ ...tie, left: place(tie.left), right: place(tie.right) }))
  return <TieOuts ties={ties} onGo={() => undefined} />
}

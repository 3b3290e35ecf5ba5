import type { Tied } from '#statement/model/index.ts'
import { TieOuts } from '#statement/web/index.ts'
import { tiesOf } from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { useTypedSources } from './useSources.ts'

/** Every tie-out of a statement as it is typed. */
export const useTies = (detail: Detail): Tied[] => tiesOf(useTypedSources(detail))

/** All tie-outs of a statement at once; `onGo` leads to an account of the page. */
export const StatementTies = ({ detail, onGo }: { detail: Detail; onGo: (code: string) => void }) => (
  <TieOuts ties={useTies(detail)} explained={() => false} onGo={onGo} />
)

import { Link } from 'react-router'
import type { PagesOf, PartProps } from '#engines/review/web/index.ts'
import {
  type Detail,
  getStatementTabs,
  type statements,
} from '#features/statements/annualStatement/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { getByAfsId } from '../model/calls.ts'
import { CardFigures, useCardReady } from './CardFigures.tsx'
import { CardMain, CardSide } from './CardSheet.tsx'
import { OutcomeFacts } from './OutcomeFacts.tsx'

type Pages = PagesOf<typeof statements>

const Nothing = () => null
const useOutcome = (afsId: number) => useCall(getByAfsId, { params: { afsId } })

/** What every reader of the card tab sees of its statement. */
const statementPages: Pick<
  Pages,
  'Form' | 'submits' | 'title' | 'tabs' | 'opens' | 'documentsAside' | 'facts'
> = {
  Form: Nothing,
  submits: false,
  title: ({ year }) => `Report card ${year}`,
  tabs: getStatementTabs,
  opens: (path) => path.replace(/^\/afs\/view\/(\d+)\/(\d+)$/, '/afs/review/reportcard/of/$1/$2'),
  documentsAside: false,
  facts: ({ statementType, opinion, auditFirm, afsId, months }) => [
    { label: 'Statement', value: [statementType, opinion].filter(Boolean).join(', ') },
    { label: 'Auditor', value: auditFirm },
    ...(months === 12 ? [] : [{ label: 'Months', value: months }]),
    { label: 'Budget', value: <Link to={`/afs/review/budgetvsaudit/${afsId}`}>Budget against audit</Link> },
  ],
}

/** The pages for grading: ratios and checklist on the left, findings and letter on the right. */
export const gradingPages: Pages = {
  ...statementPages,
  Filed: CardMain,
  FiledForm: CardSide,
  Figures: CardFigures,
  useReady: useCardReady,
}

const NoCardYet = ({ detail: { statusId } }: PartProps<Detail>) => (
  <EmptyState
    title="There is no report card yet"
    text={
      statusId === RequestStatus.SUBMITTED
        ? 'It is made when the review of the statement begins.'
        : 'The statement is not with the agency. Its card is made when its review begins.'
    }
  />
)

/** The pages for the agency before there is a card. The review can be started here. */
export const agencyPagesWithoutCard: Pages = { ...statementPages, Filed: NoCardYet }

const CompanyOutcome = ({ detail: { afsId } }: PartProps<Detail>) => (
  <OutcomeFacts outcome={useOutcome(afsId)} />
)

/** The pages for companies. */
export const companyPages: Pages = {
  ...statementPages,
  facts: (detail) => statementPages.facts(detail).filter(({ label }) => label !== 'Budget'),
  Filed: CompanyOutcome,
  // The company takes steps on its statement screen. Here it only reads the outcome.
  notOffered: (detail) => detail.actions.map(({ name }) => name),
}

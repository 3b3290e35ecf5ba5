import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type PagesOf, Record } from '#engines/review/web/index.ts'
import {
  statements as declared,
  getStatementTabs,
  type statements,
} from '#features/statements/annualStatement/model/index.ts'
import { isFiled } from '#kernel/model/status.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useFormActions } from '#ui/form/formContext.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { LinkTabs } from '#ui/frame/LinkTabs.tsx'
import { PrintButton } from '#ui/frame/PrintButton.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'

type Pages = PagesOf<typeof statements>
type Save = () => Promise<boolean>
type StatementHead = {
  afsId: number
  year: number
  propertyId: number
  subject: string
  statusId: number
  statusLabel: string
}

const SaveContext = createContext<RefObject<Save | null> | null>(null)

/** Used in a form of the tab: saves the form before a step of the statement is taken. */
export function SavesBeforeSteps() {
  const place = use(SaveContext)
  const { changed, save, readOnly } = useFormActions()
  useEffect(() => {
    if (place) place.current = changed && !readOnly ? save : null
  })
  return null
}

function useReady() {
  const place = use(SaveContext)
  return async () => (await place?.current?.()) ?? true
}

const Nothing = () => null

/** Returns the pages of a tab with this content. Its steps are those of the statement. */
export const getSurplusCashTab = (title: string, Content: NonNullable<Pages['Filed']>): Pages => ({
  Form: Nothing,
  submits: false,
  title: ({ year }) => `${title} ${year}`,
  tabs: getStatementTabs,
  documentsAside: false,
  facts: ({ propertyId }) => [
    {
      label: 'Requests',
      value: <Link to={`/DistributionRequest/list/single/${propertyId}`}>Distribution requests</Link>,
    },
  ],
  Filed: Content,
  useReady,
})

/**
 * A tab of a statement. The agency sees messages, history and steps like for every record. The company,
 * which fills it in while the statement is a draft, sees only the content.
 */
export function StatementTab({
  of,
  title,
  pages,
  children,
}: {
  of: StatementHead
  title: string
  pages: Pages
  children: ReactNode
}) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const saving = useRef<Save | null>(null)
  if (agency && !readOnly && isFiled(of.statusId))
    return (
      <SaveContext value={saving}>
        <Record review={declared} pages={pages} id={of.afsId} />
      </SaveContext>
    )
  return (
    <Screen
      title={`${title} ${of.year}`}
      of={of.subject}
      breadcrumbs={[{ label: `Annual statement ${of.year}`, to: `/afs/view/${of.year}/${of.propertyId}` }]}
      chips={<StatusChip status={of.statusId} label={of.statusLabel} />}
      actions={
        <>
          <LinkTabs tabs={getStatementTabs(of)} label="Parts of the statement" />
          <PrintButton />
        </>
      }
    >
      {children}
    </Screen>
  )
}

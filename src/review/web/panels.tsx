import { Button, Group } from '@mantine/core'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { z } from 'zod'
import { Documents } from '#ground/files/web/index.ts'
import type { LetterData } from '#ground/letters/model/index.ts'
import { LetterDialog } from '#ground/letters/web/index.ts'
import { getAgency } from '#ground/lookups/model/index.ts'
import { TaskMessenger } from '#ground/messages/web/index.ts'
import { AGENCY_ZONE, today } from '#kernel/model/dates.ts'
import { queryOf, useCall } from '#kernel/web/queries.ts'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { HistoryPanel } from '#ui/frame/HistoryPanel.tsx'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { type AnyReview, openPath } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import type { AnyDetail } from './pages.ts'
import { askRecord, queriesOf } from './useRecord.ts'
import { shortDate } from './words.ts'

type PanelProps = { review: AnyReview; detail: AnyDetail }

/** A part of the record's screen that is fetched when somebody asks for it. */
function OnDemand({ title, children }: { title: string; children: () => ReactNode }) {
  const [shown, setShown] = useState(false)
  return (
    <section aria-label={title} data-noprint={shown ? undefined : true}>
      <h2>{title}</h2>
      {shown ? (
        <Suspense fallback={<ScreenSkeleton rows={3} />}>{children()}</Suspense>
      ) : (
        <Button variant="default" onClick={() => setShown(true)}>
          Show {title.toLowerCase()}
        </Button>
      )}
    </section>
  )
}

/** Every document of the record, those of its lines among them; the agency adds its own until the decision. */
export function DocumentsPanel({ review, detail }: PanelProps) {
  const moduleId = keyOf(review.entity, detail)
  const { propertyId, managementCompanyId } = detail
  const of = useMemo(
    () => ({
      moduleName: review.module,
      moduleId,
      ...(propertyId == null ? { managementCompanyId: managementCompanyId ?? 0 } : { propertyId }),
    }),
    [review, moduleId, propertyId, managementCompanyId],
  )
  const editable = detail.canAssign && detail.decided === null
  return <OnDemand title="Documents">{() => <Documents of={of} editable={editable} />}</OnDemand>
}

/** What people have written to one another about the record. */
export function MessagesPanel({ review, detail }: PanelProps) {
  const { propertyId, requestNumber } = detail
  if (propertyId == null) return null
  const about = {
    propertyId,
    taskName: `${review.entity.label} ${requestNumber}`,
    url: openPath(review, detail),
  }
  return <OnDemand title="Messages">{() => <TaskMessenger about={about} />}</OnDemand>
}

/** Who did what to the record. */
export function RecordHistory({ review, detail }: PanelProps) {
  const id = keyOf(review.entity, detail)
  const words = {
    flow: review.flow,
    entities: [review.entity, ...Object.values(review.lines ?? {})],
    statusLabel: (status: number) => review.labelOf(status, null),
  }
  const queryKey = [...queriesOf(review), 'history', id, detail.version]
  return <HistoryPanel query={{ ...queryOf(review.calls.history, { params: { id } }), queryKey }} words={words} />
}

/** The decision letters of a record; each opens as it was sent and downloads as PDF. */
export function Letters({ review, detail }: PanelProps) {
  const letters = useCall(review.calls.letters, { params: { id: keyOf(review.entity, detail) } })
  const agency = useCall(getAgency, {})
  const [opened, setOpened] = useState<number | null>(null)
  if (letters.length === 0) return null
  return (
    <section aria-label="Letters">
      <h2>Letters</h2>
      <Group>
        {letters.map((letter) => (
          <Button key={letter.letterId} variant="default" onClick={() => setOpened(letter.letterId)}>
            {letter.title}, {shortDate(letter.createdAt)}
          </Button>
        ))}
      </Group>
      {letters.map((letter) => (
        <LetterDialog
          key={letter.letterId}
          opened={opened === letter.letterId}
          onClose={() => setOpened(null)}
          letter={letter.data as unknown as LetterData}
          fileName={`${letter.title}.pdf`}
          options={{
            layout: 'A',
            agency: { shortName: agency.shortName, name: agency.name, addressLines: agency.addressLines },
            today: today(AGENCY_ZONE, new Date(letter.createdAt)),
            title: letter.title,
          }}
        />
      ))}
    </section>
  )
}

/** What the agency notes for itself; no company ever reads it. */
export function Notes({ review, detail, accept }: PanelProps & { accept: (detail: AnyDetail) => void }) {
  const schema = useMemo(() => z.object({ agencyComments: review.entity.fields.agencyComments }), [review])
  const values = useMemo(() => ({ version: detail.version, agencyComments: detail.agencyComments }), [detail])
  if (!detail.canAssign) return null
  const save = async ({ agencyComments }: Record<string, unknown>) => {
    const body = { id: keyOf(review.entity, detail), agencyComments, version: detail.version }
    accept(await askRecord(review.calls.saveNotes, { body }))
  }
  return (
    <section aria-label="Notes of the agency" data-noprint>
      <Form schema={schema} values={values} onSave={save} label="Notes of the agency">
        <Field name="agencyComments" rows={2} />
        <FormButtons save="Save notes" />
      </Form>
    </section>
  )
}

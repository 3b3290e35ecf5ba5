import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FormValues } from '#engines/review/web/index.ts'
import { columnsWith, type ListingOf, type PagesOf, type PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { getField } from '#ui/form/Field.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { emailReviewComplete } from '../model/calls.ts'
import type { ExtensionRequest } from '../model/entities.ts'
import { type ExtensionDetail, type ExtensionLine, extensions } from '../model/extensions.ts'
import { getLatestExtension } from '../model/rules.ts'

const Field = getField<FormValues<typeof ExtensionRequest>>()

/** The review screens read this export by its name. */
export { extensions as review }

const col = columns<ExtensionLine>()
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

const getTaskFacts = (detail: ExtensionDetail) => [
  { label: 'Task', value: detail.task },
  { label: 'Original due date', value: day(detail.originalDueDate) },
  { label: 'Due date now', value: day(detail.dueDate) },
  { label: 'Latest possible due date', value: day(getLatestExtension(detail)) },
]

/** The form, facts and list columns of extension requests on the review screens. */
export const pages: PagesOf<typeof extensions> & ListingOf<typeof extensions> = {
  Before: ({ detail }) => <Facts facts={getTaskFacts(detail)} />,
  Form: () => (
    <>
      <Field name="requestedDueDate" width={200} />
      <Field name="reason" rows={4} />
    </>
  ),
  facts: (detail) => [
    ...getTaskFacts(detail),
    { label: 'Requested due date', value: day(detail.requestedDueDate) },
    { label: 'Reason', value: detail.reason, wide: true },
  ],
  Actions,
  columns: columnsWith(extensions, [
    col.text('Task', (line) => line.task, { width: 150, served: 'task' }),
    col.date('Due', (line) => line.dueDate, { width: 105, lesser: true, served: 'dueDate' }),
    col.date('Requested due date', (line) => line.requestedDueDate, {
      width: 150,
      served: 'requestedDueDate',
    }),
  ]),
}

/** The button that mails the decision again. */
function Actions({ detail, refresh }: PartProps<ExtensionDetail>) {
  const mayMail = useMay(emailReviewComplete)
  const client = useQueryClient()
  // An approval changes the task's due date, so lists of tasks are reloaded.
  useEffect(() => {
    if (detail.statusId === RequestStatus.APPROVED) void client.invalidateQueries({ queryKey: ['tasks'] })
  }, [client, detail.statusId])
  if (!mayMail || !detail.decided) return null
  const mail = async () => {
    try {
      // The server does not mail a decision twice within a minute.
      const wasMailed = await ask(emailReviewComplete, { params: { id: detail.extensionRequestId } })
      notify(
        wasMailed ? 'The decision is mailed to everyone concerned.' : 'It was mailed within the last minute.',
      )
      await refresh()
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'Nothing was mailed.', { kind: 'warning' })
    }
  }
  return (
    <Button variant="default" onClick={() => void mail()}>
      Mail the decision again
    </Button>
  )
}

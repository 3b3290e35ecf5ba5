import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { day, requiredText } from '#kernel/model/field.ts'
import { isOpen } from '#kernel/model/status.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useHolds } from '#ui/frame/hooks.ts'
import { extensions, getBySuspension } from '../model/extensions.ts'
import { ACTIVE, SIGNATURE, SIGNED_AMENDMENT } from '../model/steps.ts'
import { attachSignedAmendment, type SuspensionDetail } from '../model/suspensions.ts'

/**
 * The part of a suspension after its decision: its extensions with a button to ask for more months while it
 * is active, and the upload of the signed amendment while the agency waits for it.
 */
export function AfterDecision(part: PartProps<SuspensionDetail>) {
  const canWrite = useHolds('Replacement_Reserve', 'write', part.detail.propertyId)
  const readOnly = useReadOnly()
  const open = canWrite && !readOnly
  if (open && part.detail.statusId === SIGNATURE) return <SignedAmendment {...part} />
  return part.detail.statusId >= ACTIVE ? (
    <Extensions {...part} open={open && part.detail.statusId === ACTIVE} />
  ) : null
}

function SignedAmendment({ detail, refresh }: PartProps<SuspensionDetail>) {
  const params = { id: detail.replacementReserveSuspensionId }
  return (
    <RecordFiles
      label={SIGNED_AMENDMENT}
      kind={SIGNED_AMENDMENT}
      help="Without it deposits are not reinstated."
      files={detail.files}
      send={(file) =>
        ask(attachSignedAmendment, { params, body: createUploadForm({}, file) }, { quiet: true })
      }
      onChanged={refresh}
    />
  )
}

/** Links to the suspension’s extensions, and the dialog that asks for one unless one is undecided. */
function Extensions({ detail, open }: PartProps<SuspensionDetail> & { open: boolean }) {
  const { replacementReserveSuspensionId } = detail
  const { data: extensionLines = [] } = useQuery(
    buildCallQuery(getBySuspension, { params: { replacementReserveSuspensionId } }),
  )
  const hasOpenExtension = extensionLines.some((item) => isOpen(item.statusId))
  return (
    <>
      {extensionLines.map((item) => (
        <Link key={item.requestNumber} to={openPath(extensions, item)}>
          Extension {item.requestNumber}: {item.statusLabel}
        </Link>
      ))}
      {open && !hasOpenExtension && <ExtensionDialog detail={detail} />}
    </>
  )
}

const schema = z.object({
  requestedEnd: day('New last month without deposit').unwrap(),
  reason: requiredText('Reason', 2000),
})

const Field = getField(schema)

function ExtensionDialog({ detail }: { detail: SuspensionDetail }) {
  const client = useQueryClient()
  // With this key a request that is sent again after a lost answer or a refusal is stored only once.
  const clientKey = useRef(crypto.randomUUID())
  const send = async (values: z.infer<typeof schema>) => {
    const { replacementReserveSuspensionId, propertyId } = detail
    const request = { replacementReserveSuspensionId, propertyId, clientKey: clientKey.current, ...values }
    await ask(extensions.calls.saveAndSubmit, { body: { request } }, { quiet: true })
    await client.invalidateQueries({ queryKey: ['replacementreserveextension'] })
    notify('The agency has your request.')
  }
  return (
    <RecordDialog
      button="Ask for more months"
      title={`More months for ${detail.requestNumber}`}
      save="Send to the agency"
      schema={schema}
      values={{ requestedEnd: null, reason: '' }}
      send={send}
    >
      <Field
        name="requestedEnd"
        help={`Deposits are suspended through ${formatDate(detail.endMonth, 'MM/DD/YYYY')}.`}
        width={220}
      />
      <Field name="reason" kind="longText" rows={4} />
    </RecordDialog>
  )
}

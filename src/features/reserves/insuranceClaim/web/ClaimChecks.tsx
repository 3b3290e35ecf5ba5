import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { checkInput, removeCheck, saveCheck } from '../model/calls.ts'
import type { ClaimDetail } from '../model/claims.ts'

const Field = getField(checkInput)

type Check = ClaimDetail['checks'][number]
const AFFECTED_DATA = ['insuranceclaim']

const formatDay = (value: string | null) => formatDate(value, 'MM/DD/YYYY')

/** Returns the status of a check in words: announced, received, or sent on to the owner, with the day. */
function getCheckStatus({ receivedOn, forwardedOn, notificationDate, checkToProduct }: Check): string {
  if (forwardedOn) return `Sent on to the owner ${formatDay(forwardedOn)}`
  if (!receivedOn) return `Announced ${formatDay(notificationDate)}`.trim()
  return `Received ${formatDay(receivedOn)}${checkToProduct ? '' : ', made out to the owner'}`
}

const col = columns<Check>()
const checkColumns = [
  col.text('Number', (check) => check.number, { width: 90 }),
  col.text('Issued by', (check) => check.provider, { width: 140 }),
  col.money('Amount', (check) => check.amountReceived, { total: true, width: 115 }),
  col.text('Status', getCheckStatus, { width: 190 }),
]

/** The insurer’s checks of a claim. A company announces checks; the agency marks them received or sent on. */
export function ClaimChecks({ detail, refresh }: PartProps<ClaimDetail>) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const editableChecks = detail.checks.filter((check) => agency || check.receivedOn === null)
  return (
    <>
      <h2>Checks of the insurance company</h2>
      <DataTable
        caption="Checks"
        rows={detail.checks}
        columns={checkColumns}
        rowKey={(check) => check.insuranceCheckId}
        plain
        empty="No check is announced or received yet."
      />
      {detail.mayNote && !readOnly && (
        <Group gap="xs" mt="sm">
          <CheckDialog detail={detail} refresh={refresh} />
          {editableChecks.map((check) => (
            <span key={check.insuranceCheckId}>
              {check.number}
              <CheckDialog detail={detail} refresh={refresh} check={check} />
              <RemoveCheck check={check} refresh={refresh} />
            </span>
          ))}
        </Group>
      )}
    </>
  )
}

type CheckProps = { detail: ClaimDetail; refresh: () => Promise<unknown> }

function CheckDialog({ detail, refresh, check }: CheckProps & { check?: Check }) {
  const agency = useIsAgency()
  const write = useWrite(AFFECTED_DATA)
  // With this key a check that is sent again after a lost answer is stored only once.
  const [clientKey, setClientKey] = useState(() => crypto.randomUUID())
  const fresh = {
    insuranceClaimId: detail.insuranceClaimId,
    clientKey,
    number: '',
    provider: detail.insuranceProvider ?? '',
    amountReceived: null,
    checkToProduct: true,
    notificationDate: null,
    receivedOn: agency ? detail.today : null,
    forwardedOn: null,
  }
  const text = agency ? 'Record a check' : 'Announce a check'
  return (
    <RecordDialog
      button={check ? 'Change' : text}
      {...(check && { of: `check ${check.number}` })}
      small={check !== undefined}
      title={check ? `Check ${check.number}` : text}
      save="Save check"
      schema={checkInput}
      values={check ?? fresh}
      send={async (body) => {
        await write(
          saveCheck,
          { body },
          `Check ${body.number} for ${formatMoney(body.amountReceived)} is noted.`,
        )
        setClientKey(crypto.randomUUID())
        await refresh()
      }}
    >
      <FieldRow>
        <Field name="number" required width={160} />
        <Field name="provider" required width={240} />
        <Field name="amountReceived" required width={160} />
      </FieldRow>
      <Field name="checkToProduct" help="The agency holds only checks that are made out to it." />
      <FieldRow>
        <Field name="notificationDate" width={170} />
        {agency && <Field name="receivedOn" width={170} />}
        {agency && <Field name="forwardedOn" width={200} help="Endorsed; it is not held any more." />}
      </FieldRow>
    </RecordDialog>
  )
}

function RemoveCheck({ check, refresh }: { check: Check; refresh: () => Promise<unknown> }) {
  const confirm = useConfirm()
  const write = useWrite(AFFECTED_DATA, { quiet: false })
  const remove = async () => {
    const { confirmed } = await confirm({
      title: `Remove check ${check.number}?`,
      text: 'Its history keeps the entry.',
      confirmLabel: 'Remove check',
      danger: true,
    })
    if (!confirmed) return
    await write(removeCheck, { params: { id: check.insuranceCheckId } }, `Check ${check.number} is removed.`)
    await refresh()
  }
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={`Remove check ${check.number}`}
      onClick={() => void remove()}
    >
      Remove
    </Button>
  )
}

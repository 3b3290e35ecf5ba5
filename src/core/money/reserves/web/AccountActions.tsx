import { Button } from '@mantine/core'
import { z } from 'zod'
import { today } from '#kernel/model/dates.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import * as calls from '../model/calls.ts'
import { adjustmentKinds, overdraftExceptions, ReserveAccount } from '../model/entities.ts'
import type { AccountDetail } from '../model/shapes.ts'
import { AccountFields } from './OpenAccount.tsx'
import { getFixedOptions, useWrite } from './words.ts'

/** The buttons with which the agency acts on an account. */
export function AccountActions({ detail }: { detail: AccountDetail }) {
  const write = useWrite()
  if (detail.closedOn !== null) {
    const reopen = () =>
      write(calls.reopenAccount, { params: { id: detail.reserveAccountId } }, 'The account is open again.')
    return (
      <Button variant="default" onClick={() => void reopen()}>
        Reopen
      </Button>
    )
  }
  return (
    <>
      <DepositDialog detail={detail} />
      <AdjustmentDialog detail={detail} />
      <EditDialog detail={detail} />
      <CloseDialog detail={detail} />
    </>
  )
}

const depositSchema = calls.newDeposit.omit({ reserveAccountId: true })

const DepositField = getField(depositSchema)

function DepositDialog({ detail: { reserveAccountId, owed } }: { detail: AccountDetail }) {
  const write = useWrite()
  return (
    <RecordDialog
      button="Record deposit"
      title="Deposit received"
      save="Post deposit"
      schema={depositSchema}
      values={{ entryDate: today(), amount: owed || null, reference: '' }}
      send={(values) =>
        write(calls.recordDeposit, { body: { ...values, reserveAccountId } }, 'The deposit is posted.')
      }
    >
      <FieldRow>
        <DepositField name="entryDate" width={180} />
        <DepositField name="amount" width={180} />
      </FieldRow>
      <DepositField name="reference" />
    </RecordDialog>
  )
}

const adjustmentSchema = calls.newAdjustment.omit({ reserveAccountId: true })

const AdjustmentField = getField(adjustmentSchema)

function AdjustmentDialog({ detail: { reserveAccountId } }: { detail: AccountDetail }) {
  const write = useWrite()
  const text = 'The adjustment waits for another person to confirm it.'
  return (
    <RecordDialog
      button="Enter adjustment"
      title="Adjustment"
      save="Enter adjustment"
      schema={adjustmentSchema}
      values={{ kind: 'Adjustment', entryDate: today(), amount: null, reason: '', exception: null }}
      send={(values) => write(calls.enterAdjustment, { body: { ...values, reserveAccountId } }, text)}
    >
      <p>Nothing moves until another person of the agency confirms it.</p>
      <FieldRow>
        <AdjustmentField name="kind" options={getFixedOptions(adjustmentKinds)} width={200} />
        <AdjustmentField name="entryDate" width={180} />
      </FieldRow>
      <AdjustmentField name="amount" width={400} />
      <AdjustmentField name="reason" rows={3} />
      <AdjustmentField
        name="exception"
        options={getFixedOptions(overdraftExceptions)}
        help="Only where the balance has to go below zero; leave it empty otherwise."
      />
    </RecordDialog>
  )
}

const changeSchema = ReserveAccount.row.pick({
  kind: true,
  name: true,
  holder: true,
  financialInstitutionId: true,
  accountNumber: true,
  minimumPerUnit: true,
})

function EditDialog({ detail }: { detail: AccountDetail }) {
  const write = useWrite()
  const { reserveAccountId, version } = detail
  return (
    <RecordDialog
      button="Edit account"
      title="Reserve account"
      save="Save account"
      schema={changeSchema}
      values={detail}
      send={(values) =>
        write(
          calls.changeAccount,
          { body: { ...values, reserveAccountId, version } },
          'The account is saved.',
        )
      }
    >
      <AccountFields />
    </RecordDialog>
  )
}

const closeSchema = z.object({
  closedOn: ReserveAccount.fields.openedOn.meta({ label: 'Closed on', kind: 'day' }),
})

const CloseField = getField(closeSchema)

function CloseDialog({ detail: { reserveAccountId } }: { detail: AccountDetail }) {
  const write = useWrite()
  return (
    <RecordDialog
      button="Close account"
      title="Close the account"
      save="Close account"
      schema={closeSchema}
      values={{ closedOn: today() }}
      send={({ closedOn }) =>
        write(calls.closeAccount, { body: { reserveAccountId, closedOn } }, 'The account is closed.')
      }
    >
      <p>The account has to be empty. Nothing falls due and nothing is posted any more; its history stays.</p>
      <CloseField name="closedOn" width={180} />
    </RecordDialog>
  )
}

import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { financialInstitutions } from '#core/money/financialInstitutions/model/index.ts'
import { getProjectListQuery } from '#core/portfolio/properties/model/index.ts'
import { today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { newAccount, openAccount } from '../model/calls.ts'
import { reserveHolders, reserveKinds } from '../model/entities.ts'
import { getAccountPath, getFixedOptions, useWrite } from './words.ts'

const Field = getField(newAccount)

/** The dialog that opens an account, for this property or one to choose. */
export function OpenAccount({ propertyId }: { propertyId?: number }) {
  const write = useWrite()
  const navigate = useNavigate()
  const values = {
    propertyId: propertyId ?? null,
    kind: 'Operating reserve',
    name: '',
    holder: 'Agency',
    financialInstitutionId: null,
    accountNumber: null,
    minimumPerUnit: null,
    openedOn: today(),
    openingBalance: null,
    monthlyDeposit: null,
    annualInterestRate: null,
  }
  const send = async (body: z.infer<typeof newAccount>) =>
    navigate(getAccountPath(await write(openAccount, { body }, 'The account is open.')))
  return (
    <RecordDialog
      button="Open account"
      title="New reserve account"
      save="Open account"
      schema={newAccount}
      values={values}
      send={send}
    >
      {propertyId === undefined && <PropertyField />}
      <AccountFields />
      <FieldRow>
        <Field name="openedOn" width={170} />
        <Field name="openingBalance" width={200} help="What stood in it at the end of that day." />
      </FieldRow>
      <FieldRow>
        <Field name="monthlyDeposit" width={200} />
        <Field name="annualInterestRate" width={200} />
      </FieldRow>
    </RecordDialog>
  )
}

function PropertyField() {
  const { rows } = useCall(getProjectListQuery, { body: {} })
  const options = useMemo(
    () =>
      rows.map(({ propertyId, propertyName, propertyNumber, city }) => ({
        value: propertyId,
        label: [propertyName, city, propertyNumber].filter(Boolean).join(', '),
      })),
    [rows],
  )
  return <Field name="propertyId" options={options} />
}

/** The fields of an account, without its money. */
export function AccountFields() {
  const banks = useCall(financialInstitutions.getAll, {})
  const options = banks.map((bank) => ({
    value: bank.financialInstitutionId,
    label: [bank.name, bank.city].filter(Boolean).join(', '),
  }))
  return (
    <>
      <FieldRow>
        <Field name="kind" options={getFixedOptions(reserveKinds)} width={280} />
        <Field name="name" help="Sets it apart from the property’s other accounts." />
      </FieldRow>
      <FieldRow>
        <Field name="holder" options={getFixedOptions(reserveHolders)} width={150} />
        <Field name="financialInstitutionId" options={options} />
        <Field name="accountNumber" width={200} />
      </FieldRow>
      <Field name="minimumPerUnit" width={260} />
    </>
  )
}

import { useCall } from '#kernel/web/queries.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { getProjectOptions, loans } from '../model/calls.ts'
import { blankLoan, LoanFields, loanInput } from './LoanFields.tsx'
import { loanQueryKeys } from './queryKeys.ts'

const Field = getField(loanInput)

/** The button and dialog that enter a loan, at the given property or at one that the person selects. */
export function EnterLoan({ propertyId }: { propertyId?: number }) {
  const write = useWrite(loanQueryKeys)
  return (
    <RecordDialog
      button="Enter a loan…"
      title="Enter a loan"
      save="Enter the loan"
      schema={loanInput}
      values={{ ...blankLoan, propertyId: propertyId ?? null }}
      send={(body) => write(loans.create, { body }, 'The loan is entered.')}
    >
      {propertyId === undefined && <PropertyField />}
      <LoanFields />
    </RecordDialog>
  )
}

function PropertyField() {
  const options = useCall(getProjectOptions, {}).map((item) => ({
    value: item.propertyId,
    label: [item.propertyName, item.agencyNumber].filter(Boolean).join(', '),
  }))
  return <Field name="propertyId" kind="choice" options={options} />
}

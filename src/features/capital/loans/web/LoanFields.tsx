import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Loan } from '../model/entities.ts'

/** The fields of a loan that people enter. */
export const loanInput = Loan.row.omit({ loanId: true, version: true, createdBy: true, createdAt: true })

const Field = getField(loanInput)

/** The values of an empty form of a loan. */
export const blankLoan = {
  propertyId: null,
  name: null,
  lender: null,
  loanType: 'Conventional',
  participationLender: null,
  participationPercent: null,
  originalAmount: null,
  interestRate: null,
  startDate: null,
  maturityDate: null,
  amortizationMonths: null,
  paymentTerms: 'Amortizing',
  annualDebtService: null,
  lienPosition: null,
  accountCode: '2320',
  inEquity: true,
  status: 'Active',
  paidOffDate: null,
  note: null,
}

/** The fields of a loan, in the order of a promissory note. */
export const LoanFields = () => (
  <>
    <FieldRow>
      <Field name="name" width={260} />
      <Field name="lender" width={260} />
    </FieldRow>
    <FieldRow>
      <Field name="loanType" width={180} />
      <Field name="participationLender" width={210} help="For a participation." />
      <Field name="participationPercent" width={160} />
    </FieldRow>
    <FieldRow>
      <Field name="originalAmount" width={190} />
      <Field name="interestRate" width={160} />
      <Field name="startDate" width={160} />
      <Field name="maturityDate" width={160} />
    </FieldRow>
    <FieldRow>
      <Field name="paymentTerms" width={180} />
      <Field name="amortizationMonths" width={180} />
      <Field name="annualDebtService" width={220} />
    </FieldRow>
    <FieldRow>
      <Field name="lienPosition" width={120} />
      <Field name="accountCode" width={180} help="Where notes payable have it." />
      <Field name="inEquity" words="Its principal counts in equity" />
    </FieldRow>
    <FieldRow>
      <Field name="status" width={160} />
      <Field name="paidOffDate" width={160} />
    </FieldRow>
    <Field name="note" rows={2} />
  </>
)

import { Alert, Group } from '@mantine/core'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { HistoryPanel } from '#ui/frame/HistoryPanel.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Section } from '#ui/frame/Section.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { getLoanHistory, type LoanView, loans } from '../model/calls.ts'
import { Loan, LoanNumber, LoanYear } from '../model/entities.ts'
import { getTermWarnings } from '../model/years.ts'
import { LoanFields, loanInput } from './LoanFields.tsx'
import { LoanNumbers } from './Numbers.tsx'
import { loanQueryKeys } from './queryKeys.ts'
import { LoanYears } from './Years.tsx'

const formatDay = (value: string | null) => (value ? formatDate(value, 'MM/DD/YYYY') : null)

/** Shows one loan: its terms, its years compared with the terms, its numbers, and its history. */
export function LoanSection({ view }: { view: LoanView }) {
  const { loan } = view
  const canChange = useMay(loans.update)
  const write = useWrite(loanQueryKeys)
  const { loanId, version } = loan
  const warnings = loan.status === 'Active' ? getTermWarnings(loan) : []
  return (
    <Section title={`${loan.name}, ${loan.lender}`}>
      <LoanFacts view={view} />
      {warnings.length > 0 && (
        <Alert color="yellow" mt="sm" title="What the terms bring">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Alert>
      )}
      {canChange && (
        <Group mt="sm">
          <RecordDialog
            button="Change the loan…"
            title={loan.name}
            save="Save"
            schema={loanInput}
            values={loan}
            send={(body) => write(loans.update, { body: { ...body, loanId, version } }, 'The loan is saved.')}
          >
            <LoanFields />
          </RecordDialog>
        </Group>
      )}
      <LoanYears view={view} />
      <LoanNumbers view={view} />
      <HistoryPanel
        query={{
          queryKey: ['loan', 'history', loanId, version],
          queryFn: () => ask(getLoanHistory, { params: { id: loanId } }),
        }}
        words={{ entities: [Loan, LoanNumber, LoanYear], whole: true }}
      />
    </Section>
  )
}

/** The terms of a loan as a list of facts. */
function LoanFacts({ view: { loan, annualDebtService } }: { view: LoanView }) {
  const shares = loan.participationPercent === null ? '' : `, ${loan.participationPercent}%`
  return (
    <Facts
      facts={[
        { label: 'Type', value: loan.loanType },
        ...(loan.participationLender
          ? [{ label: 'Participation', value: `${loan.participationLender}${shares}` }]
          : []),
        { label: 'Original amount', value: formatMoney(loan.originalAmount) },
        { label: 'Interest rate', value: `${loan.interestRate}%` },
        { label: 'Date of the note', value: formatDay(loan.startDate) },
        { label: 'Maturity', value: formatDay(loan.maturityDate) },
        { label: 'Payment terms', value: loan.paymentTerms },
        { label: 'Debt service a year', value: formatMoney(annualDebtService) },
        { label: 'Lien position', value: loan.lienPosition },
        { label: 'Account of statements', value: loan.accountCode },
        { label: 'Counts in equity', value: loan.inEquity ? 'Yes' : 'No' },
        { label: 'Status', value: [loan.status, formatDay(loan.paidOffDate)].filter(Boolean).join(', ') },
        ...(loan.note ? [{ label: 'Note', value: loan.note, wide: true }] : []),
      ]}
    />
  )
}

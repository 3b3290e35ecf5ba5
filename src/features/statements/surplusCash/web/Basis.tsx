import { Group } from '@mantine/core'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { basisInput, setBasis } from '../model/calls.ts'
import { methods } from '../model/computation.ts'
import type { ComputationView } from '../model/views.ts'

const Field = getField(basisInput)

const refreshedPaths = ['computationofdistributions', 'yearlydistributionsaccrued']
const methodOptions = methods.map((value) => ({ value, label: value }))

/**
 * Shows the basis of the year's right with the person who set it, and the button by which the agency sets
 * it from a year on.
 */
export function BasisPart({ view, setting }: { view: ComputationView; setting: boolean }) {
  const { basis, figure } = view
  return (
    <Section title="Equity and rate">
      {figure && (
        <p>
          Equity of {figure.year} is the agency’s equity figure
          {figure.stored ? ', as it stood when the statement was accepted' : ''}: {formatMoney(figure.equity)}
          . Method and rate are those below; its costs count for years without a figure.
        </p>
      )}
      {basis ? <BasisFacts basis={basis} /> : <p>The agency has not set them yet.</p>}
      {setting && (
        <Group mt="sm">
          <SetBasisButton view={view} />
        </Group>
      )}
    </Section>
  )
}

const BasisFacts = ({ basis }: { basis: NonNullable<ComputationView['basis']> }) => (
  <Facts
    facts={[
      { label: 'Method', value: basis.method },
      { label: 'Rate or yield', value: `${basis.rate}%` },
      { label: 'Development cost', value: formatMoney(basis.developmentCost) },
      { label: 'Mortgages, original principal', value: formatMoney(basis.mortgagePrincipal) },
      { label: 'Approved improvements', value: formatMoney(basis.improvements) },
      { label: 'From fiscal year', value: basis.fromYear },
      { label: 'Months of the first year', value: basis.firstYearMonths },
      { label: 'Source', value: basis.source },
      {
        label: 'Set',
        value: `${basis.setByName ?? 'somebody who has left'}, ${formatDate(basis.setAt, 'MM/DD/YYYY')}`,
      },
      ...(basis.rateApproval
        ? [{ label: 'Approval of the rate', value: basis.rateApproval, wide: true }]
        : []),
    ]}
  />
)

function SetBasisButton({ view }: { view: ComputationView }) {
  const write = useWrite(refreshedPaths)
  const { basis, propertyId, year, rateCap } = view
  const values = {
    method: methods[0],
    rate: rateCap,
    developmentCost: null,
    mortgagePrincipal: null,
    improvements: 0,
    firstYearMonths: 12,
    rateApproval: null,
    source: null,
    ...basis,
    propertyId,
    fromYear: basis?.fromYear ?? year,
  }
  return (
    <RecordDialog
      button="Set equity and rate"
      title="Equity and rate"
      save="Set"
      schema={basisInput}
      values={values}
      send={(body) => write(setBasis, { body }, 'Equity and rate are set.')}
    >
      <FieldRow>
        <Field
          name="fromYear"
          width={150}
          help="A refinancing or an approved improvement applies from its own year on."
        />
        <Field name="firstYearMonths" width={190} />
      </FieldRow>
      <FieldRow>
        <Field name="method" options={methodOptions} width={260} />
        <Field name="rate" width={180} help={`At most ${rateCap}% of equity without an approval.`} />
      </FieldRow>
      <FieldRow>
        <Field name="developmentCost" width={190} />
        <Field name="mortgagePrincipal" width={230} />
        <Field name="improvements" width={190} />
      </FieldRow>
      <Field name="rateApproval" />
      <Field name="source" help="Such as the cost certification and its date." />
    </RecordDialog>
  )
}

import { Fieldset } from '@mantine/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import type { ApplicationDetail } from '../model/applications.ts'
import type { ApplicationContent } from '../model/entities.ts'
import { pledges } from '../model/terms.ts'
import styles from './certification.module.css'
import { ApplicationList } from './Lines.tsx'

const Field = getField<ApplicationContent>()

const referenceColumns = [
  { name: 'organisation' },
  { name: 'relationship', width: 190 },
  { name: 'phone', width: 160 },
  { name: 'email', width: 230 },
] as const
const blankReference = { organisation: null, relationship: null, phone: null, email: null }
const interestColumns = [
  { name: 'company', width: 260 },
  { name: 'relationship', width: 220 },
  { name: 'services' },
] as const
const blankInterest = { company: null, relationship: null, services: null }
const blankProperty = { propertyId: null, feePerUnit: null }

/**
 * The sections of an application about the company's performance, integrity, requested properties and
 * pledges.
 */
export function RequestSections({ detail }: { detail: ApplicationDetail }) {
  const { form } = useFormParts<ApplicationContent>()
  const [hasLitigation, hasDebarment] = useWatch({
    control: form.control,
    name: ['hasLitigation', 'hasDebarment'],
  })
  const propertyColumns = useMemo(() => {
    const options = detail.properties.map(({ propertyId, name, agencyNumber, units }) => ({
      value: propertyId,
      label: `${[name, agencyNumber].filter(Boolean).join(', ')} (${units} units)`,
    }))
    return [
      { name: 'propertyId', options },
      { name: 'feePerUnit', width: 190, rounding: false },
    ] as const
  }, [detail.properties])
  return (
    <>
      <Fieldset legend="Performance">
        <FieldRow>
          <Field name="occupancyPercent" required />
          <Field name="averageInspectionScore" required />
          <Field name="overdueStatements" required />
        </FieldRow>
        <FieldRow>
          <Field name="software" required />
        </FieldRow>
      </Fieldset>
      <Fieldset legend="Integrity">
        <Field name="hasLitigation" kind="yesNo" required />
        {hasLitigation === true && <Field name="litigationExplanation" rows={3} required />}
        <Field name="hasDebarment" kind="yesNo" required />
        {hasDebarment === true && <Field name="debarmentExplanation" rows={3} required />}
        <Field name="fairHousingPolicy" rows={3} required />
      </Fieldset>
      <ApplicationList name="identityOfInterest" columns={interestColumns} blank={blankInterest} />
      <FieldRow>
        <Field name="noIdentityOfInterest" />
      </FieldRow>
      <ApplicationList name="companyReferences" columns={referenceColumns} blank={blankReference} />
      <ApplicationList name="requestedProperties" columns={propertyColumns} blank={blankProperty} />
      <Fieldset legend="Certification">
        <p className={styles.plain}>Our company pledges:</p>
        <ol className={styles.pledges}>
          {pledges.map((pledge) => (
            <li key={pledge}>{pledge}</li>
          ))}
        </ol>
        <FieldRow>
          <Field name="certified" />
        </FieldRow>
        <FieldRow>
          <Field name="signedName" required />
          <Field name="signedTitle" required />
        </FieldRow>
      </Fieldset>
    </>
  )
}

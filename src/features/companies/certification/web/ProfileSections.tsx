import { Fieldset } from '@mantine/core'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import type { ApplicationContent } from '../model/entities.ts'
import { designationKinds, insuranceKinds, licenseKinds, programs } from '../model/terms.ts'
import { ApplicationList } from './Lines.tsx'

const Field = getField<ApplicationContent>()

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

// Created once: a new list of columns would render every line again with each key.
const principalColumns = [
  { name: 'name' },
  { name: 'title', width: 220 },
  { name: 'ownership', width: 130 },
] as const
const blankPrincipal = { name: null, title: null, ownership: null }
const portfolioColumns = [
  { name: 'programme', options: toOptions(programs) },
  { name: 'properties', width: 130 },
  { name: 'units', width: 130 },
] as const
const blankProgram = { programme: null, properties: null, units: null }
const licenseColumns = [
  { name: 'kind', width: 180, options: toOptions(licenseKinds) },
  { name: 'licenceNumber', width: 150 },
  { name: 'state', width: 70 },
  { name: 'holder' },
  { name: 'expiresOn', width: 135 },
] as const
const blankLicense = { kind: null, licenceNumber: null, state: null, holder: null, expiresOn: null }
const insuranceColumns = [
  { name: 'kind', width: 190, options: toOptions(insuranceKinds) },
  { name: 'carrier' },
  { name: 'policyNumber', width: 150 },
  { name: 'amount', width: 150, rounding: false },
  { name: 'expiresOn', width: 135 },
] as const
const blankPolicy = { kind: null, carrier: null, policyNumber: null, amount: null, expiresOn: null }
const designationColumns = [
  { name: 'designation', options: toOptions(designationKinds) },
  { name: 'holders', width: 160 },
  { name: 'latestOn', width: 145 },
] as const
const blankDesignation = { designation: null, holders: null, latestOn: null }

/** The sections of an application about the company's identity, portfolio and staff. */
export function ProfileSections() {
  return (
    <>
      <Fieldset legend="The company">
        <Field name="legalName" required />
        <FieldRow>
          <Field name="ein" width={260} required />
          <Field name="yearsInBusiness" width={160} required />
          <Field name="statesServed" required />
        </FieldRow>
      </Fieldset>
      <ApplicationList name="principals" columns={principalColumns} blank={blankPrincipal} />
      <ApplicationList name="portfolio" columns={portfolioColumns} blank={blankProgram} />
      <ApplicationList name="licences" columns={licenseColumns} blank={blankLicense} />
      <ApplicationList name="insurance" columns={insuranceColumns} blank={blankPolicy} />
      <Fieldset legend="Staff">
        <FieldRow>
          <Field name="siteStaff" required />
          <Field name="complianceStaff" required />
          <Field name="unitsManaged" required />
        </FieldRow>
      </Fieldset>
      <ApplicationList name="designations" columns={designationColumns} blank={blankDesignation} />
    </>
  )
}

import { designationKinds } from '#features/companies/certification/model/terms.ts'
import { addDays } from '#kernel/model/dates.ts'
import { drawBetween, drawChance, drawChoice } from './chance.ts'
import { inventPhone } from './companies.ts'
import type { Company, Property } from './types.ts'

const inventedNote = 'Invented for the demonstration.'

/** The maximum number of properties requested in one application. */
const MAX_REQUESTED_PROPERTIES = 12

/** Returns the program under which the application counts a property. */
const getProgram = (property: Property): string =>
  property.ruralDevelopmentIds.length > 0 ? 'Rural Development 515' : 'Low-income housing tax credit'

/** Returns the number of properties and units that a company manages in each program. */
function countByProgram(managedProperties: readonly Property[]) {
  return [...Map.groupBy(managedProperties, getProgram)].map(([programme, properties]) => ({
    programme,
    properties: properties.length,
    units: properties.reduce((sum, property) => sum + property.totalUnits, 0),
  }))
}

/** Invents an insurance policy of a company, with an amount in dollars. */
const inventPolicy = (key: string, kind: string, amount: number, today: string) => ({
  kind,
  carrier: drawChoice(`${key} ${kind}`, [
    'Demonstration Mutual',
    'Demonstration Casualty',
    'Demonstration Surety',
  ]),
  policyNumber: `DEMO-${drawBetween(`${key} ${kind} number`, 100_000, 999_999)}`,
  amount,
  expiresOn: addDays(today, drawBetween(`${key} ${kind} until`, 60, 360)),
})

/**
 * Returns the columns of a certification application. Everything except the company's name and its
 * properties is invented. An application that was filed is certified and signed.
 */
export function inventApplication(
  key: string,
  company: Company,
  managedProperties: readonly Property[],
  today: string,
  isFiled: boolean,
) {
  const units = managedProperties.reduce((sum, property) => sum + property.totalUnits, 0)
  // One compliance employee for this many units.
  const complianceStaff = Math.max(1, Math.round(units / drawBetween(`${key} load`, 180, 420)))
  const hasLawsuit = drawChance(`${key} lawsuit`, 12)
  const hasRelatedCompany = drawChance(`${key} related`, 35)
  return {
    legal_name: company.name,
    ein: `43-${drawBetween(`${key} ein`, 1_000_000, 9_999_999)}`,
    years_in_business: drawBetween(`${key} years`, 4, 48),
    states_served: drawChance(`${key} states`, 30) ? 'MO, KS' : 'MO',
    principals: [
      { name: 'Principal of the demonstration', title: 'President', ownership: 60 },
      { name: 'Second principal of the demonstration', title: 'Secretary', ownership: 40 },
    ],
    portfolio: countByProgram(managedProperties),
    licences: [
      {
        kind: 'Real-estate broker',
        licenceNumber: `DEMO-${drawBetween(`${key} licence`, 10_000, 99_999)}`,
        state: 'MO',
        holder: company.name,
        expiresOn: addDays(today, drawBetween(`${key} licence until`, 90, 700)),
      },
    ],
    insurance: [
      inventPolicy(key, 'General liability', 1_000_000, today),
      inventPolicy(key, 'Fidelity bond', 250_000, today),
    ],
    site_staff: Math.max(2, managedProperties.length * 2),
    compliance_staff: complianceStaff,
    units_managed: units,
    designations: [
      {
        designation: drawChoice(`${key} designation`, designationKinds.slice(0, 3)),
        holders: complianceStaff,
        latestOn: addDays(today, -drawBetween(`${key} training`, 30, 500)),
      },
    ],
    occupancy_percent: drawBetween(`${key} occupancy`, 890, 985) / 10,
    average_inspection_score: drawBetween(`${key} inspection`, 740, 975) / 10,
    overdue_statements: drawChance(`${key} overdue`, 20) ? 1 : 0,
    has_litigation: hasLawsuit,
    litigation_explanation: hasLawsuit ? `One claim about a deposit, settled. ${inventedNote}` : null,
    has_debarment: false,
    company_references: [
      {
        organisation: 'Demonstration Bank',
        relationship: 'Lender',
        phone: inventPhone(`${key} bank`),
        email: null,
      },
      {
        organisation: 'Demonstration Partners',
        relationship: 'Owner',
        phone: inventPhone(`${key} owner`),
        email: 'office@demonstration-partners.example',
      },
    ],
    fair_housing_policy: `Staff are trained every year; complaints are answered within ten days. ${inventedNote}`,
    software: drawChoice(`${key} software`, ['Demonstration Property Manager', 'Demonstration Ledger']),
    requested_properties: managedProperties.slice(0, MAX_REQUESTED_PROPERTIES).map((property) => ({
      propertyId: property.id,
      feePerUnit: drawBetween(`${key} fee ${property.id}`, 72, 90) / 2,
    })),
    identity_of_interest: hasRelatedCompany
      ? [
          {
            company: 'Demonstration Maintenance',
            relationship: 'Same owners',
            services: 'Repairs and painting',
          },
        ]
      : [],
    no_identity_of_interest: !hasRelatedCompany,
    certified: isFiled,
    signed_name: isFiled ? 'Principal of the demonstration' : null,
    signed_title: isFiled ? 'President' : null,
  }
}

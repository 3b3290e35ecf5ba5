import { addDays } from '#kernel/model/dates.ts'
import { designationKinds } from '#modules/companies/certification/model/terms.ts'
import { between, chance, pick } from './chance.ts'
import { inventPhone } from './companies.ts'
import type { Company, Property } from './types.ts'

const invented = 'Invented for the demonstration.'

/** The maximal number of properties in an application. */
const MOST_PROPERTIES = 12

/** Returns the program in which a property is counted. */
const getProgramme = (property: Property): string =>
  property.ruralDevelopmentIds.length > 0 ? 'Rural Development 515' : 'Low-income housing tax credit'

function getPortfolio(run: readonly Property[]) {
  return [...Map.groupBy(run, getProgramme)].map(([programme, properties]) => ({
    programme,
    properties: properties.length,
    units: properties.reduce((sum, property) => sum + property.totalUnits, 0),
  }))
}

const policy = (key: string, kind: string, amount: number, today: string) => ({
  kind,
  carrier: pick(`${key} ${kind}`, ['Demonstration Mutual', 'Demonstration Casualty', 'Demonstration Surety']),
  policyNumber: `DEMO-${between(`${key} ${kind} number`, 100_000, 999_999)}`,
  amount,
  expiresOn: addDays(today, between(`${key} ${kind} until`, 60, 360)),
})

/** What a company writes in its application, as columns; all but its name and its properties invented. */
export function getContent(
  key: string,
  company: Company,
  run: readonly Property[],
  today: string,
  complete: boolean,
) {
  const units = run.reduce((sum, property) => sum + property.totalUnits, 0)
  const staff = Math.max(1, Math.round(units / between(`${key} load`, 180, 420)))
  const lawsuit = chance(`${key} lawsuit`, 12)
  const related = chance(`${key} related`, 35)
  return {
    legal_name: company.name,
    ein: `43-${between(`${key} ein`, 1_000_000, 9_999_999)}`,
    years_in_business: between(`${key} years`, 4, 48),
    states_served: chance(`${key} states`, 30) ? 'MO, KS' : 'MO',
    principals: [
      { name: 'Principal of the demonstration', title: 'President', ownership: 60 },
      { name: 'Second principal of the demonstration', title: 'Secretary', ownership: 40 },
    ],
    portfolio: getPortfolio(run),
    licences: [
      {
        kind: 'Real-estate broker',
        licenceNumber: `DEMO-${between(`${key} licence`, 10_000, 99_999)}`,
        state: 'MO',
        holder: company.name,
        expiresOn: addDays(today, between(`${key} licence until`, 90, 700)),
      },
    ],
    insurance: [
      policy(key, 'General liability', 1_000_000, today),
      policy(key, 'Fidelity bond', 250_000, today),
    ],
    site_staff: Math.max(2, run.length * 2),
    compliance_staff: staff,
    units_managed: units,
    designations: [
      {
        designation: pick(`${key} designation`, designationKinds.slice(0, 3)),
        holders: staff,
        latestOn: addDays(today, -between(`${key} training`, 30, 500)),
      },
    ],
    occupancy_percent: between(`${key} occupancy`, 890, 985) / 10,
    average_inspection_score: between(`${key} inspection`, 740, 975) / 10,
    overdue_statements: chance(`${key} overdue`, 20) ? 1 : 0,
    has_litigation: lawsuit,
    litigation_explanation: lawsuit ? `One claim about a deposit, settled. ${invented}` : null,
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
    fair_housing_policy: `Staff are trained every year; complaints are answered within ten days. ${invented}`,
    software: pick(`${key} software`, ['Demonstration Property Manager', 'Demonstration Ledger']),
    requested_properties: run.slice(0, MOST_PROPERTIES).map((property) => ({
      propertyId: property.id,
      feePerUnit: between(`${key} fee ${property.id}`, 72, 90) / 2,
    })),
    identity_of_interest: related
      ? [
          {
            company: 'Demonstration Maintenance',
            relationship: 'Same owners',
            services: 'Repairs and painting',
          },
        ]
      : [],
    no_identity_of_interest: !related,
    certified: complete,
    signed_name: complete ? 'Principal of the demonstration' : null,
    signed_title: complete ? 'President' : null,
  }
}

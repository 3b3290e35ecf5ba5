import { defineReport } from '#engines/report/model/index.ts'
import { getPropertyCertificationsPath } from '#features/compliance/housingPriority/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { day, id, moment, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** Report 14: the lead referral agency of each property now, with its contact and agreement. */
export default defineReport(facts, {
  path: '/api/reporting/CurrentLRAContacts',
  access: permission('Compliance_Forms', 'read'),
  parameters: {
    lra: text('Lead referral agency', 200).optional(),
    endsWithin: number('Agreement ends within, days', 0, 3660).unwrap().optional(),
  },
  row: {
    propertyId: id('Property'),
    property: text('Property'),
    propertyNumber: text('Number'),
    company: text('Company'),
    lra: text('Lead referral agency'),
    contact: text('Contact'),
    phone: text('Phone'),
    email: text('E-mail'),
    agreementEnd: day('Agreement ends'),
    daysLeft: number('Days left', -100_000, 100_000),
    closedOn: day('Agency closed'),
    certifiedYear: number('Certified for'),
    updated: moment('Contact since'),
  },
  totals: { daysLeft: 'lowest' },
  order: 'property',
  exceptions: 'No agency, agency closed or agreement ended only',
  ofProperties: true,
  footnote:
    'One row for each property that certifies its housing priority (Exhibit Z) or has a contact at a lead referral agency. The agency and its agreement are taken from the latest certification filed; if there is none, the agency is that of the contact. Contact since: the date the contact was entered. Days left are counted from today and are negative after the agreement has ended; the total is the lowest.',
  to: ({ propertyId }) => getPropertyCertificationsPath(propertyId),
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
})

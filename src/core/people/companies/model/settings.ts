import { setting } from '#kernel/model/setting.ts'

/** The agency's settings for companies. */
export const companySettings = {
  mergeTwoPerson: setting({
    group: 'Companies',
    key: 'company_merge_two_person',
    label: 'A second administrator carries out a merge of companies',
    kind: 'flag',
    default: true,
    source: 'Agency decision: on unless the agency turns it off, since a merge cannot be undone',
    control: true,
  }),
}

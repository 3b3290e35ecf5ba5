import { setting } from '#kernel/model/setting.ts'

/** What the agency decides about companies. */
export const companySettings = {
  mergeTwoPerson: setting({
    group: 'Companies',
    key: 'company_merge_two_person',
    label: 'A second administrator carries out a merge of companies',
    kind: 'flag',
    default: false,
    source: 'Agency decision: a merge cannot be undone',
    control: true,
  }),
}

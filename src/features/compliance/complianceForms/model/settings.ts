import { reviewSettings } from '#engines/review/model/index.ts'
import { setting } from '#kernel/model/setting.ts'

const group = 'Compliance forms'

/** The agency's settings for compliance forms. */
export const formSettings = {
  ...reviewSettings({
    group,
    key: 'compliance_form',
    twoPerson: false,
    because: 'one person decides',
    queue: 'compliance@agency.example',
  }),
  entryDays: setting({
    group,
    key: 'compliance_form_entry_days',
    label: 'A form may be entered after its due date for',
    kind: 'days',
    unit: 'days',
    default: 180,
    source: 'Set by the agency',
  }),
}

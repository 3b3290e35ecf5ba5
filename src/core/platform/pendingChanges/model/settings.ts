import { setting } from '#kernel/model/setting.ts'

/** The settings for changes that a second person confirms. */
export const pendingSettings = {
  twoPerson: setting({
    group: 'Money',
    key: 'pending_change_two_person',
    label:
      'A second person confirms a corrected payee, and a right, development cost or repayment that raises distributions by hand',
    kind: 'flag',
    default: true,
    source: 'Agency decision: on unless the agency turns it off; money leaves on these figures',
    control: true,
  }),
}

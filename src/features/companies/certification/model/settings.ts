import { setting } from '#kernel/model/setting.ts'

const group = 'Certification of management companies'
const weight = (key: string, label: string, points: number) =>
  setting({
    group,
    key: `certification_weight_${key}`,
    label: `Weight of ${label}`,
    kind: 'number',
    unit: 'points',
    default: points,
    source: 'Recommended score; set by the agency',
  })
const reminder = (name: string, key: string, days: number) =>
  setting({
    group,
    key: `certification_reminder_${key}`,
    label: `${name} reminder before the expiry`,
    kind: 'days',
    unit: 'days',
    default: days,
    source: 'Agency practice: 90, 60 and 30 days',
  })

/** The agency's settings for the certification of management companies. */
export const certificationSettings = {
  occupancyWeight: weight('occupancy', 'occupancy', 25),
  inspectionWeight: weight('inspections', 'inspections', 25),
  timelinessWeight: weight('timeliness', 'timeliness', 20),
  financialWeight: weight('financial', 'financial standing', 20),
  trainingWeight: weight('training', 'training', 10),
  passMark: setting({
    group,
    key: 'certification_pass_mark',
    label: 'Score from which staff may recommend without a reason',
    kind: 'number',
    unit: 'of 100',
    default: 70,
    source: 'Recommended score; set by the agency',
    control: true,
  }),
  termMonths: setting({
    group,
    key: 'certification_term_months',
    label: 'Usual term',
    kind: 'number',
    unit: 'months',
    default: 24,
    source: 'Agency decision',
  }),
  inspectionMonths: setting({
    group,
    key: 'certification_inspection_months',
    label: 'Inspections count for',
    kind: 'number',
    unit: 'months',
    default: 36,
    source: 'An inspection every three years',
  }),
  firstReminder: reminder('First', 'first', 90),
  secondReminder: reminder('Second', 'second', 60),
  thirdReminder: reminder('Third', 'third', 30),
  twoPerson: setting({
    group,
    key: 'certification_two_person',
    label: 'The manager who certifies is not the one who recommended',
    kind: 'flag',
    default: true,
    source: 'Agency decision',
    control: true,
  }),
  queueAddress: setting<string>({
    group,
    key: 'certification_queue_address',
    label: 'Mail address of the review queue',
    kind: 'text',
    default: 'company.certification@agency.example',
    source: 'Agency decision',
  }),
}

import { setting } from '#kernel/model/setting.ts'

const group = 'Decontrol'

/** The settings of an agency for the release of properties from control. */
export const decontrolSettings = {
  ownerDays: setting({
    group,
    key: 'decontrol_owner_days',
    label: 'Owner and company are notified within',
    kind: 'days',
    unit: 'days of the request',
    default: 10,
    source: 'Agency decision',
  }),
  tenantDays: setting({
    group,
    key: 'decontrol_tenant_days',
    label: 'Tenants are notified before it takes effect',
    kind: 'days',
    unit: 'days',
    default: 90,
    source: 'Agency decision',
  }),
  tailYears: setting({
    group,
    key: 'decontrol_tail_years',
    label: 'Tenants stay protected after a qualified contract or a foreclosure',
    kind: 'number',
    unit: 'years',
    default: 3,
    source: 'Section 42(h)(6)(E)(ii) of the Internal Revenue Code',
  }),
  formDays: setting({
    group,
    key: 'decontrol_form8823_days',
    label: 'Final Form 8823 is filed after it took effect',
    kind: 'days',
    unit: 'days',
    default: 45,
    source: 'Form 8823, instructions',
  }),
}

import { setting } from '#kernel/model/setting.ts'

/** The settings an agency has for the schedules of an annual statement. */
export const scheduleSettings = {
  insuredLimit: setting({
    group: 'Annual statement',
    key: 'statement_insured_limit',
    label: 'Warn of deposits in one institution above',
    kind: 'money',
    default: 250_000,
    source: 'FDIC standard maximum deposit insurance amount, 12 U.S.C. 1821(a)(1)(E)',
  }),
}

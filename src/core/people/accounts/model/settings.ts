import { setting } from '#kernel/model/setting.ts'

const group = 'Signing in'

/**
 * The settings for the lifetime of a session. Each is at least one. A change applies from the next token
 * refresh of a session.
 */
export const sessionSettings = {
  restHours: setting({
    group,
    key: 'session_rest_hours',
    label: 'A session ends when nothing is done for',
    kind: 'days',
    unit: 'hours',
    least: 1,
    default: 12,
    source: 'OWASP ASVS 3.3.2, set by the agency',
  }),
  longestDays: setting({
    group,
    key: 'session_longest_days',
    label: 'A session always ends after',
    kind: 'days',
    unit: 'days',
    least: 1,
    default: 30,
    source: 'OWASP ASVS 3.3.2, set by the agency',
  }),
} as const

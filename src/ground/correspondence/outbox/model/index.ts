export { LINK_PLACEHOLDER as LINK_PLACE, type MailState, mailStates } from './calls.ts'
export { escapeHtml } from './html.ts'
export { mailSettings } from './settings.ts'

export { LINK_PLACEHOLDER, type MailState, mailStates } from './calls.ts'
export { escapeHtml } from './html.ts'
export { mailSettings } from './settings.ts'

export { LINK_PLACE, type MailState, mailStates } from './calls.ts'
export { mailSettings } from './settings.ts'

export { addContactTypes, type DeclaredMail } from './eventMails.ts'

export { addContactTypes as withContacts, type DeclaredMail } from './eventMails.ts'

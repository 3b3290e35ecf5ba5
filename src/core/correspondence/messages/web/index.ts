export { AskPersonButton } from './AskPersonButton.tsx'
export { TaskMessenger } from './TaskMessenger.tsx'

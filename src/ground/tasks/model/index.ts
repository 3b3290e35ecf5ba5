export { getToDo } from './calls.ts'
export { layOut } from './rules.ts'
export { type DueRules, dueRuleSettings } from './settings.ts'
export { TaskType, taskTypes } from './taskTypes.ts'

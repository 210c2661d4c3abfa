/** One of a few: radio buttons that look like chips. */
export interface Choice<T extends string> {
  readonly id: T;
  readonly label: string;
}

export function Choices<T extends string>(props: {
  name: string;
  legend: string;
  help?: string | undefined;
  choices: readonly Choice<T>[];
  value: T;
  onChange(value: T): void;
}) {
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      {props.help && <p class="help">{props.help}</p>}
      <div class="choices">
        {props.choices.map((choice) => (
          <label class="choice" key={choice.id}>
            <input
              type="radio"
              name={props.name}
              value={choice.id}
              checked={choice.id === props.value}
              onChange={() => props.onChange(choice.id)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

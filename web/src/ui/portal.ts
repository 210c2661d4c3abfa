/** Something drawn elsewhere in the document than where it is said: over everything, say. */
import { Component, type ComponentChildren, render } from "preact";

interface Props {
  readonly children: ComponentChildren;
}

/* preact/compat has one too, but with it every element of every game is gone through twice. */
export class Portal extends Component<Props> {
  private readonly host = document.createElement("div");

  private draw() {
    render(this.props.children, this.host);
  }
  override componentDidMount() {
    this.host.style.display = "contents";
    document.body.append(this.host);
    this.draw();
  }
  override componentDidUpdate() {
    this.draw();
  }
  override componentWillUnmount() {
    render(null, this.host);
    this.host.remove();
  }
  override render() {
    return null;
  }
}

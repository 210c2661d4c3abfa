#compdef tablier
# zsh completion for tablier: the program itself says what may come.
local -a found
found=("${(@f)$("${words[1]}" --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
if [[ $found[1] == @files ]]; then
    _files
elif [[ $found[1] == *[=:] ]]; then
    compadd -S '' -- "${found[@]}"
elif [[ -n $found[1] ]]; then
    compadd -- "${found[@]}"
fi
